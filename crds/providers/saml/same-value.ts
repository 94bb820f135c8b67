const armor = /-----(BEGIN|END) CERTIFICATE-----/g;

/** Certificates are written as PEM or as bare base64, with line breaks or commas. */
const compact = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(armor, '').replaceAll(/[\s,]+/g, '') : value;

/** Whether a field of a SAML provider and its metadata say the same, in whatever way each is written. */
export const isSameSamlValue = (one: unknown, other: unknown): boolean => compact(one) === compact(other);
