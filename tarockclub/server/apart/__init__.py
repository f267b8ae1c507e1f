"""What strangers send is read in processes of their own, with an end: of seconds, of memory, of the server."""
