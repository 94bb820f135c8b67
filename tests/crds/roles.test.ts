import { readFile } from 'node:fs/promises';
import * as rbac from '@doorwright/crds/derive/rbac.ts';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { declaredKinds } from './declared-kinds.ts';

interface Role {
  kind: string;
  metadata: { name: string; namespace?: string; labels: Record<string, string> };
  rules?: rbac.PolicyRule[];
  roleRef?: { kind: string; name: string };
}

/** The documents of a template, without what Helm decides. */
async function documents(file: string): Promise<Role[]> {
  const template = await readFile(`helm/templates/rbac/${file}`, 'utf8');
  return parseAllDocuments(template.replaceAll(/^\s*\{\{-.*$/gm, '')).map((each) => each.toJS() as Role);
}

describe('S54 The roles of the operator', async () => {
  const roles = await documents('operator.yaml');
  const rules = roles.flatMap((role) => role.rules ?? []);

  it('hold no wildcard', () => {
    expect(JSON.stringify(rules)).not.toContain('*');
  });

  it('reach Secrets in the namespaces that are served alone', () => {
    const holders = roles.filter(({ rules = [] }) => rules.some(({ resources }) => resources.includes('secrets')));
    expect(holders.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([['Role', '{{ . }}']]);
  });

  it('17.2 name what they reach in the namespace of the release, but for what has no name yet', () => {
    const own = roles.find(({ metadata, rules: some }) => some && metadata.namespace === '{{ $.Release.Namespace }}');
    const unnamed = own?.rules?.filter(({ resourceNames }) => !resourceNames);
    expect(unnamed).toEqual([{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] }]);
  });

  it('let it write statuses but no spec, and reach nothing but what it works with', () => {
    const verbs = (resource: string) =>
      rules.filter(({ resources }) => resources.includes(resource)).flatMap((rule) => rule.verbs);
    for (const { plural } of declaredKinds) {
      expect(verbs(plural)).toEqual(['list', 'watch', 'patch']);
      expect(verbs(`${plural}/status`)).toEqual(['patch']);
    }
    const ours = declaredKinds.map(({ plural }) => plural);
    const others = rules
      .flatMap(({ resources }) => resources)
      .filter((each) => !ours.includes(each.split('/')[0] ?? ''));
    expect([...new Set(others)]).toEqual([
      ...['events', 'namespaces', 'leases', 'deployments/scale', 'configmaps', 'secrets'],
    ]);
  });

  it('bind only roles that exist', () => {
    const defined = roles.filter(({ rules }) => rules).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    for (const { roleRef } of roles) if (roleRef) expect(defined).toContain(`${roleRef.kind}/${roleRef.name}`);
  });
});

describe('The roles of people', async () => {
  const [view, edit] = await documents('people.yaml');

  it('let viewers read, and editors change all but the status', () => {
    expect(view?.rules).toEqual(rbac.viewRules(declaredKinds));
    expect(view?.rules?.flatMap(({ verbs }) => verbs)).toEqual(['get', 'list', 'watch']);
    expect(edit?.rules?.flatMap(({ resources }) => resources)).toEqual(declaredKinds.map(({ plural }) => plural));
  });
});
