"""Things that may go wrong in the inn: two hundred phones, a server that dies, a full disk, a database that is away."""
