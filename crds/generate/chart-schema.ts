import type { Producer } from './artefact.ts';
import { readValues, type Value } from './chart-values.ts';

type Schema = Record<string, unknown>;

const texts = { type: 'object', additionalProperties: { type: 'string' } };

function ofPreset(preset: unknown): Schema {
  if (typeof preset === 'boolean' || typeof preset === 'string') return { type: typeof preset };
  if (typeof preset === 'number') return { type: 'integer' };
  if (Array.isArray(preset)) return { type: 'array', items: { type: 'string' } };
  return texts;
}

const schemaOf = ({ about, preset, schema, members }: Value): Schema => ({
  ...(about && { description: about }),
  // With an explicit type, nothing else is checked, for example in a pod's resources.
  ...(members ? group(members) : schema.type ? {} : ofPreset(preset)),
  ...schema,
  ...(!members && { default: preset }),
});

const group = (members: readonly Value[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(members.map((member) => [member.path.at(-1), schemaOf(member)])),
});

/** Formats of several values. Helm refuses values that a pod or the API server would refuse later. */
const definitions = {
  network: { type: 'string', pattern: '^[0-9a-fA-F.:]+/[0-9]{1,3}$', description: 'A network as CIDR: 10.0.0.0/8.' },
  namespace: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$', description: 'Name of a namespace.' },
  size: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?([KMGTPE]i?|k)?$', description: 'A quantity of bytes: 10Gi.' },
};

/** The schema for Helm. It refuses misspelt values instead of ignoring them. */
export const chartSchema: Producer = {
  folders: [],
  async produce() {
    const root = group(await readValues());
    const properties = {
      ...(root.properties as Schema),
      global: { type: 'object', description: 'What a chart around this one tells all its parts; not used here.' },
    };
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', definitions, ...root, properties };
    return [{ path: 'helm/values.schema.json', content: `${JSON.stringify(schema, null, 2)}\n` }];
  },
};
