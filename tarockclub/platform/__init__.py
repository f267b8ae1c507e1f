"""An installation before anybody plays: clubs, accounts, navigation, jobs, the API's frame."""
