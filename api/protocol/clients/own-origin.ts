interface Registered {
  redirectUris?: readonly string[] | undefined;
}

/** A page of a client calls from an origin of its redirect addresses. An app's own scheme has no origin. */
export const isOwnOrigin = ({ redirectUris = [] }: Registered, origin: string): boolean =>
  origin !== 'null' && redirectUris.some((uri) => URL.parse(uri)?.origin === origin);
