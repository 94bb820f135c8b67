const longest = 100;

/** The characters that no name of an object has: slashes, and those that nobody sees. */
const unfit = /[/\p{Cc}\p{DI}\p{Zl}\p{Zp}]+/gu;

/** A text as the name of an object: without what no name has, and not longer than allowed. */
export function validName(text: string): string {
  const plain = text.replaceAll(unfit, '-').trim().slice(0, longest).trimEnd();
  return /^\.{0,2}$/.test(plain) ? `name-${plain.length}` : plain;
}

/** Gives each text a name that no other has. The same texts in the same order get the same names. */
export function createNames(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const wanted = validName(text);
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, longest - String(n).length - 1)}-${n}`;
    taken.add(name);
    return name;
  };
}

/** The order of texts, the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Keycloak writes this in place of a secret that it hides. */
const isHidden = (secret: string) => /^\*+$/.test(secret);

/** A secret in a vault stands in the realm as a name: `${vault.mail}`. */
const isInVault = (secret: string) => secret.startsWith('${vault.');

/** Why a secret is not in the source, or undefined if it is. */
export function whyWithoutSecret(secret: string): string | undefined {
  if (isHidden(secret)) return 'Keycloak hides it in this export; write it here again, or import from kc.sh export';
  return isInVault(secret) ? 'it is in a vault of Keycloak; write it here again' : undefined;
}
