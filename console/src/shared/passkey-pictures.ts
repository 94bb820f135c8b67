/** What keeps a passkey: a computer or phone, a security key, or a password manager. */
export type PasskeyFamily = 'device' | 'key' | 'manager';

/** One drawing for each family, as the outline of a picture of 24 × 24. */
export const passkeyPictures: Readonly<Record<PasskeyFamily, string>> = {
  // A laptop with a phone in front of it.
  device:
    'M4 15V6a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v2M2 18h11M17 10h4a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zm1.5 7.5h1',
  // A key with a stick.
  key: 'M8 7a5 5 0 1 1 0 10A5 5 0 0 1 8 7zm5 5h8v4m-4-4v3M8 11.5v1',
  // A safe with its lock.
  manager:
    'M5 4h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zm2 15v2m10-2v2M12 8.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zm0 3h.01M15 11.5h2',
};
