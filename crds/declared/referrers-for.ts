/** The `allowedReferrers` that offer the object to every organization. */
export const referrersFor = ({ audience }: Readonly<Record<string, unknown>>) =>
  audience === 'all' ? [{ kinds: ['Application'], namespaces: { from: 'All' } }] : undefined;
