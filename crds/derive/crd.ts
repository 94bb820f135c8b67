import type { PrinterColumn } from '../declare.ts';
import { emit } from '../schema/schema.ts';
import { group, resourceSchema, version } from './custom-resource.ts';
import type { DeclaredKind } from './spec.ts';
import { type StructuralSchema, structural } from './structural.ts';

export const category = 'doorwright';

const condition = (type: string, fact: string) => `.status.conditions[?(@.type=="${type}")].${fact}`;

type Column = Omit<PrinterColumn, 'about'> & { description: string; priority?: number };

const column = ({ about, ...rest }: PrinterColumn): Column => ({ ...rest, description: about });

const text = (name: string, jsonPath: string, description: string): Column => ({
  name,
  type: 'string',
  jsonPath,
  description,
});

const organization = text('Organization', '.spec.organizationRef.name', 'The organization it belongs to.');

const onlyWide = (columns: readonly Column[]) => columns.map((each) => ({ ...each, priority: 1 }));

function columnsOf(kind: DeclaredKind, spec: StructuralSchema): Column[] {
  return [
    text('Ready', condition('Ready', 'status'), 'Whether it is usable now.'),
    text('Reason', condition('Ready', 'reason'), 'Why it is or is not usable.'),
    ...(spec.properties?.organizationRef ? [organization] : []),
    ...(kind.declared.columns ?? []).map(column),
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', description: 'Time since it was made.' },
    ...onlyWide([
      text('Message', condition('Ready', 'message'), 'Why it is or is not usable, as a sentence.'),
      text('ExternalID', '.status.externalId', 'Id of the object in the identity API.'),
      text('Drifted', condition('Drifted', 'status'), 'Whether the object differs and is not repaired.'),
    ]),
  ];
}

const has = (schema: StructuralSchema | undefined, [head, ...tail]: string[]): boolean =>
  schema !== undefined && (head === undefined || has(schema.properties?.[head], tail));

const selectable = (spec: StructuralSchema) =>
  ['organizationRef.name', 'name', 'type', 'managementPolicy']
    .filter((path) => has(spec, path.split('.')))
    .map((path) => ({ jsonPath: `.spec.${path}` }));

/** The API server defines apiVersion, kind and metadata. A custom resource definition only names them. */
function openApiSchema(kind: DeclaredKind): StructuralSchema {
  const { properties = {}, ...rest } = emit(resourceSchema(kind));
  const { spec, status } = properties;
  const root = structural({ ...rest, properties: { ...(spec && { spec }), ...(status && { status }) } });
  const own = {
    apiVersion: { type: 'string', description: 'Version of the schema of this resource.' },
    kind: { type: 'string', description: 'Kind of this resource.' },
    metadata: { type: 'object' },
  };
  return { ...root, properties: { ...own, ...root.properties }, required: ['spec'] };
}

/** The custom resource definition of a kind. */
export function crdOf(kind: DeclaredKind, { bundleVersion }: { bundleVersion: string }) {
  const schema = openApiSchema(kind);
  const spec = schema.properties?.spec as StructuralSchema;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${kind.plural}.${group}`,
      annotations: { [`${group}/bundle-version`]: bundleVersion },
      labels: { 'app.kubernetes.io/part-of': 'doorwright' },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        kind: kind.kind,
        listKind: `${kind.kind}List`,
        plural: kind.plural,
        singular: kind.name,
        shortNames: [kind.declared.shortName],
        categories: [category],
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          additionalPrinterColumns: columnsOf(kind, spec),
          selectableFields: selectable(spec),
          schema: { openAPIV3Schema: schema },
          subresources: { status: {} },
        },
      ],
    },
  };
}
