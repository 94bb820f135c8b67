/** RFC 7636, 4.1 and 4.2. */
export const isProofKey = (text: unknown): boolean => typeof text === 'string' && /^[\w.~-]{43,128}$/.test(text);

/** Whether a request has no challenge at all, or one as RFC 7636 wants it, with S256. */
export const hasGoodChallenge = ({
  code_challenge,
  code_challenge_method,
}: Readonly<Record<string, unknown>>): boolean =>
  code_challenge === undefined
    ? code_challenge_method === undefined
    : code_challenge_method === 'S256' && isProofKey(code_challenge);
