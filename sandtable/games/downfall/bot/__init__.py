"""The doctrine of bots."""
