import { a } from '../world/declared-world.ts';

export type Manifest = ReturnType<typeof a> | { kind: 'Secret'; metadata: { name: string; namespace: string } };

/** Thirty manifests of one company with all types of references, a circle included. */
export function bundle(suffix: string): Manifest[] {
  const named = (name: string) => `${name}-${suffix}`;
  const ref = (name: string) => ({ name: named(name) });
  const gone = { deletionPolicy: 'Delete' };
  const secret = (name: string) => ({
    ...{ apiVersion: 'v1', kind: 'Secret' as const, metadata: { name: named(name), namespace: 'default' } },
    stringData: { value: `value-of-${name}` },
  });
  const organizations = ['acme', 'globex'];
  const certs = ['one', 'two', 'three'].map((name) => a('Cert', named(name), { cryptoAlgorithm: 'ES256', ...gone }));
  const providers = ['github', 'google', 'gitlab', 'mail', 'sms'].map((name) =>
    a('Provider', named(name), {
      ...{ category: 'OAuth', type: 'GitHub', clientId: 'Iv1.0123456789' },
      clientSecretRef: { ...ref('keys'), key: 'value' },
    }),
  );
  const applications = Array.from({ length: 16 }, (_, index) =>
    a('Application', named(`app-${index}`), {
      organizationRef: ref(organizations[index % 2] as string),
      certRef: ref(['one', 'two', 'three'][index % 3] as string),
      providers: ['github', 'google', 'gitlab', 'mail', 'sms']
        .slice(0, index % 6)
        .map((name) => ({ providerRef: ref(name) })),
      generate: true,
    }),
  );
  const syncers = organizations.map((name) =>
    a('Syncer', named(`people-of-${name}`), {
      organizationRef: ref(name),
      ...{ type: 'Database', host: 'hr.example', passwordSecretRef: { ...ref('hr'), key: 'value' } },
    }),
  );
  return [
    ...[secret('keys'), secret('hr')],
    ...organizations.map((name, index) =>
      a('Organization', named(name), {
        ...{ displayName: name, deletionProtection: false, ...gone },
        defaultApplicationRef: ref(`app-${index}`),
      }),
    ),
    ...certs,
    ...providers,
    ...applications,
    ...syncers,
  ];
}
