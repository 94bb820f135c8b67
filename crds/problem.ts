/** Problems of a whole object. Their texts are in locales/<language>/problems.json. */
export const problemCodes = [
  'address-not-absolute',
  'address-not-http',
  'address-not-https',
  'address-not-service',
  'address-open-http',
  'address-with-password',
  'css-at-rule',
  'css-form',
  'css-property',
  'css-selector',
  'css-too-long',
  'css-value',
  'empty',
  'has-private-keys',
  'not-acs-url',
  'not-distinct',
  'not-empty-for',
  'not-for-public-client',
  'not-header-name',
  'not-key-set',
  'not-moment',
  'not-one-of-for',
  'not-plain',
  'not-single-line',
  'not-value-for',
  'not-webhook-secret',
  'off-for-unbound',
  'on-for',
  'on-though-hidden',
  'on-though-shown',
  'only-for-platform',
  'price-too-fine',
  'reserved-header',
  'too-long',
  'too-many-entries',
  'too-many-tags',
  'too-small-for',
  'unknown-variable',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export interface Told {
  code: ProblemCode;
  /** Values in the text. */
  params?: Record<string, string | number>;
}

/** A problem of an object with its path, such as `providers[0].name`. */
export interface Problem extends Told {
  path: string;
}
