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

/** The documents of a template, without Helm's conditions. */
async function documents(file: string): Promise<Role[]> {
  const template = await readFile(`helm/templates/rbac/${file}`, 'utf8');
  return parseAllDocuments(template.replaceAll(/^\s*\{\{-.*$/gm, '')).map((each) => each.toJS() as Role);
}

describe('S54 the roles of the operator', async () => {
  const roles = await documents('operator.yaml');
  const rules = roles.flatMap((role) => role.rules ?? []);

  it('contain no wildcard', () => {
    expect(JSON.stringify(rules)).not.toContain('*');
  });

  it('reach Secrets in served namespaces only', () => {
    const holders = roles.filter(({ rules = [] }) => rules.some(({ resources }) => resources.includes('secrets')));
    expect(holders.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([['Role', '{{ . }}']]);
  });

  it('17.2 name the objects that they reach in the namespace of the release, except new ones', () => {
    const own = roles.find(({ metadata, rules: some }) => some && metadata.namespace === '{{ $.Release.Namespace }}');
    const unnamed = own?.rules?.filter(({ resourceNames }) => !resourceNames);
    expect(unnamed).toEqual([{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] }]);
  });

  it('allow it to write statuses and no specs, and reach only objects that it works with', () => {
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

describe('the roles of people', async () => {
  const [view, edit] = await documents('people.yaml');

  it('allow viewers to read, and editors to change everything except the status', () => {
    expect(view?.rules).toEqual(rbac.viewRules(declaredKinds));
    expect(view?.rules?.flatMap(({ verbs }) => verbs)).toEqual(['get', 'list', 'watch']);
    expect(edit?.rules?.flatMap(({ resources }) => resources)).toEqual(declaredKinds.map(({ plural }) => plural));
  });
});
