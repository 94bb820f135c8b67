import { crdOf } from '../derive/crd.ts';
import { type DeclaredKind, isDeclared } from '../derive/spec.ts';
import type { Producer } from './artefact.ts';
import { document } from './document.ts';
import { labels, standardLabels } from './standard-labels.ts';

const keep = 'helm.sh/resource-policy: keep';

/** Escapes text that Helm would read as a template. */
const literal = (yaml: string) => yaml.replaceAll('{{', '{{ "{{" }}');

function template(kind: DeclaredKind, bundleVersion: string): string {
  const crd = crdOf(kind, { bundleVersion });
  const [name, value] = keep.split(': ');
  const annotations = { ...crd.metadata.annotations, [name as string]: value };
  const metadata = { ...crd.metadata, annotations, labels };
  const yaml = standardLabels(literal(document({ ...crd, metadata })));
  return [
    `{{- /* Written by \`npm run generate\` from crds/kinds/${kind.name}.ts. */ -}}`,
    '{{- if .Values.crds.enabled }}',
    yaml.trimEnd().replace(`    ${keep}`, `    {{- if .Values.crds.keep }}\n    ${keep}\n    {{- end }}`),
    '{{- end }}\n',
  ].join('\n');
}

/** The definitions as chart templates: an upgrade of the chart upgrades them, and uninstalling can keep them. */
export const chartCrds: Producer = {
  folders: ['helm/templates/crds'],
  produce: ({ kinds, bundleVersion }) =>
    kinds.filter(isDeclared).map((kind) => ({
      path: `helm/templates/crds/${kind.plural}.yaml`,
      content: template(kind, bundleVersion),
    })),
};
