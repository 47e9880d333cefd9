"""The doctrine of the bots."""
