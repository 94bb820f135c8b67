import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rendered, render } from '../output/chart.ts';

interface Version {
  name: string;
  storage: boolean;
  selectableFields: object[];
  schema: { openAPIV3Schema: { properties: { spec: { properties: Record<string, { default?: unknown }> } } } };
}

export interface NextRelease {
  bundle: string;
  stores: 'v1alpha1' | 'v1beta1';
  clientConfig: object;
}

/**
 * Stands in for a later release, because there is none yet. Every definition also serves v1beta1, where a field has another type,
 * and a webhook converts.
 */
export async function nextChart(release: NextRelease): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'doorwright-next-'));
  await cp('helm', path, { recursive: true });
  const definitions = (await render()).filter(({ kind }) => kind === 'CustomResourceDefinition');
  for (const definition of definitions) {
    const [plural] = definition.metadata.name.split('.');
    // JSON is YAML. A description may tell of double braces, which Helm would read as its own.
    const json = JSON.stringify(withNextVersion(definition, release)).replaceAll('{{', '{{ "{{" }}');
    const template = `{{- if .Values.crds.enabled }}\n${json}\n{{- end }}\n`;
    await writeFile(join(path, 'templates/crds', `${plural}.yaml`), template);
  }
  return { path, remove: () => rm(path, { recursive: true }) };
}

function withNextVersion({ metadata, spec, ...rest }: Rendered, { bundle, stores, clientConfig }: NextRelease): object {
  const [version] = (spec as { versions: Version[] }).versions;
  if (!version) throw new Error(`${metadata.name} has no version`);
  // Versions with different schemas need different lists of selectable fields. The API server would move an equal list out of the
  // versions and then refuse it, because it has no schema there ("may only be set when validations.schema is included").
  const next = structuredClone({
    ...version,
    name: 'v1beta1',
    selectableFields: version.selectableFields.toReversed(),
  });
  const { properties } = next.schema.openAPIV3Schema.properties.spec;
  properties.deletionProtection = {
    type: 'object',
    default: {},
    properties: {
      enabled: { type: 'boolean', default: properties.deletionProtection?.default },
      reason: { type: 'string', maxLength: 200 },
    },
  } as object;
  const versions = [version, next].map((each) => ({ ...each, storage: each.name === stores }));
  return {
    ...rest,
    metadata: { ...metadata, annotations: { ...metadata.annotations, 'doorwright.dev/bundle-version': bundle } },
    spec: {
      ...(spec as object),
      versions,
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
    },
  };
}
