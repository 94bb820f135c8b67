gitea admin auth add-oauth \
  --name doorwright \
  --provider openidConnect \
  --key your-client-id \
  --secret your-client-secret \
  --auto-discover-url https://id.example.com/.well-known/openid-configuration \
  --group-claim-name groups \
  --admin-group admins \
  --group-team-map '{"editors": {"acme": ["writers"]}}' \
  --group-team-map-removal
