import * as rbac from '../derive/rbac.ts';
import { isDeclared } from '../derive/spec.ts';
import type { Producer } from './artefact.ts';
import { document } from './document.ts';
import { labels, standardLabels } from './standard-labels.ts';

const api = 'rbac.authorization.k8s.io';
// Backquotes, because YAML would change the quotes of a template string.
const fullname = '{{ include `doorwright.fullname` $ }}';
const account = '{{ include `doorwright.operatorServiceAccount` $ }}';
const operator = `${fullname}-operator`;
const ownNamespace = '{{ $.Release.Namespace }}';

interface Placed {
  name: string;
  /** Missing for cluster roles. */
  namespace?: string;
}

const role = (placed: Placed, rules: rbac.PolicyRule[], moreLabels = {}) => ({
  apiVersion: `${api}/v1`,
  kind: placed.namespace ? 'Role' : 'ClusterRole',
  metadata: { ...placed, labels: { ...labels, ...moreLabels } },
  rules,
});

const binding = (placed: Placed, kind: 'Role' | 'ClusterRole', name = placed.name) => ({
  apiVersion: `${api}/v1`,
  kind: placed.namespace ? 'RoleBinding' : 'ClusterRoleBinding',
  metadata: { ...placed, labels },
  roleRef: { apiGroup: api, kind, name },
  subjects: [{ kind: 'ServiceAccount', name: account, namespace: ownNamespace }],
});

const documents = (...objects: object[]) => objects.map((each) => `---\n${standardLabels(document(each))}`).join('');

const created = (content: string) =>
  `{{- /* Written by \`npm run generate\` from crds/derive/rbac.ts. */ -}}\n{{- if .Values.rbac.create }}\n${content}{{- end }}\n`;

/** Without a list of namespaces, the operator reads resources everywhere, and Secrets only where a tenant grants it. */
const operatorRoles = (rules: rbac.PolicyRule[]) => {
  const served = '{{ . }}';
  const secrets = { name: `${operator}-secrets`, namespace: served };
  const own = { name: operator, namespace: ownNamespace };
  return [
    documents(role({ name: operator }, rules)),
    documents(role({ name: `${operator}-cluster` }, rbac.clusterRules())),
    documents(binding({ name: `${operator}-cluster` }, 'ClusterRole')),
    // Rights in the operator's own namespace are limited by name, because it has other Secrets too.
    documents(
      role(own, [...rbac.leaseRules(rbac.operatorLease), ...rbac.scaleRules(operator), ...rbac.tombstoneRules()]),
      binding(own, 'Role'),
    ),
    '{{- range .Values.watch.namespaces }}\n',
    documents(binding({ name: `${operator}-resources`, namespace: served }, 'ClusterRole', operator)),
    documents(role(secrets, rbac.secretRules()), binding(secrets, 'Role')),
    '{{- else }}\n',
    documents(binding({ name: operator }, 'ClusterRole')),
    '{{- end }}\n',
  ].join('');
};

/** A placeholder for the aggregation labels, which `rbac.aggregate` switches on. */
const aggregated = { aggregated: '' };

const aggregatedTo = (yaml: string, ...roles: string[]) => {
  const label = (each: string) => `    ${api}/aggregate-to-${each}: "true"\n`;
  return yaml.replace(
    '    aggregated: ""\n',
    [
      `    {{- if eq $.Values.rbac.aggregate "edit" }}\n${roles.map(label).join('')}    {{- end }}\n`,
      `    {{- if ne $.Values.rbac.aggregate "none" }}\n${label('admin')}    {{- end }}\n`,
    ].join(''),
  );
};

export const chartRoles: Producer = {
  folders: ['helm/templates/rbac'],
  produce: ({ kinds }) => {
    const declared = kinds.filter(isDeclared);
    const view = documents(role({ name: `${fullname}-view` }, rbac.viewRules(declared), aggregated));
    const edit = documents(role({ name: `${fullname}-edit` }, rbac.editRules(declared), aggregated));
    const people = aggregatedTo(view, 'view', 'edit') + aggregatedTo(edit, 'edit');
    return [
      { path: 'helm/templates/rbac/operator.yaml', content: created(operatorRoles(rbac.operatorRules(declared))) },
      { path: 'helm/templates/rbac/people.yaml', content: created(people) },
    ];
  },
};
