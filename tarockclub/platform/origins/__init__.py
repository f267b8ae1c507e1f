"""The ids that rows had in another installation: the hashes of their chains contain them."""
