/** A user name from an email address, as a proposal. */
export const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
