/** An object as people name it here: `application/shop`, or `ldap/acme/corp` where an organization owns it. */
export const objectText = ({ kind, owner, name }: { kind: string; owner: string; name: string }): string =>
  owner === 'admin' ? `${kind}/${name}` : `${kind}/${owner}/${name}`;
