"""The course of an evening: seats, forehand, doubled deals."""
