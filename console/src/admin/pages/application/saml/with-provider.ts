/** A row of a list in the form. */
export type ListRow = Record<string, unknown>;

/** What the model gives a new row. */
export const newProvider = {
  acsIndexes: [],
  signs: 'both',
  certificates: '',
  requireSignedRequests: false,
  encryptionCertificate: '',
  sloUrl: '',
  sloBinding: 'Redirect',
  idpInitiated: false,
};

/** The service providers of the form with this one. The row of the same entity ID keeps what is not found. */
export function withProvider(providers: readonly ListRow[], found: ListRow, start: ListRow): ListRow[] {
  const isKnown = providers.some(({ entityId }) => entityId === found.entityId);
  if (!isKnown) return [...providers, { ...start, ...found }];
  return providers.map((each) => (each.entityId === found.entityId ? { ...each, ...found } : each));
}
