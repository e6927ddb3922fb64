"""Combats as questions and answers: their JSON form, what a form offers, the answer with its ledger."""
