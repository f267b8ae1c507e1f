"""One page for each player of a tournament, behind one link, from the registration to the certificate."""
