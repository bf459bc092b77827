"""What happened: a report of each evening and each scenario, how lucky everybody was, the whole history."""
