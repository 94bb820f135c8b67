import { kinds } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { ImportedObject } from '@doorwright/transfer/contract.ts';

type Values = Readonly<Record<string, unknown>>;

const kindNamed = (name: string) => kinds.find((kind) => kind.name === name);

/** The kinds whose objects a plan cannot do without: an application belongs to an organization. */
const organizationIn = ({ kind, fields }: ImportedObject): unknown =>
  kind === 'application' ? fields.organization : fields.owner;

/**
 * What a plan would make. The api has none of it when the next request arrives. So references to these objects stay at home, and only those to
 * objects that nobody makes are refused.
 */
export class PlannedNames {
  readonly #names = new Set<string>();
  readonly #organizations = new Map<string, ImportedObject>();

  add(object: ImportedObject): void {
    const { owner, name } = object.fields;
    for (const each of [`${name}`, `${owner}/${name}`]) this.#names.add(`${object.kind} ${each}`);
    if (object.kind === 'organization') this.#organizations.set(String(name), object);
  }

  organizationsOf(objects: readonly ImportedObject[]): ImportedObject[] {
    const named = new Set(objects.map((object) => String(organizationIn(object))));
    return [...named].flatMap((name) => this.#organizations.get(name) ?? []);
  }

  /** The object without references to planned ones. */
  without(object: ImportedObject): ImportedObject {
    const fields = fieldsOf(kindNamed(object.kind) as Parameters<typeof fieldsOf>[0]);
    const kept = fields.map((field) => [field.name, this.#withoutIn(field, object.fields[field.name])] as const);
    const changed = kept.filter(([name, value]) => name in object.fields && value !== object.fields[name]);
    const { groups, roles, ...rest } = object;
    const unplanned = (kind: string, names: readonly string[] = []) =>
      names.filter((name) => !this.#names.has(`${kind} ${name}`));
    return {
      ...rest,
      fields: { ...object.fields, ...Object.fromEntries(changed) },
      ...(groups && { groups: unplanned('group', groups) }),
      ...(roles && { roles: unplanned('role', roles) }),
    };
  }

  #withoutIn({ name, refers, items, type }: FieldDescription, value: unknown): unknown {
    const isPlanned = (kind: string, named: unknown) => this.#names.has(`${kind} ${named}`);
    const refersTo = refers?.kind;
    // The organization comes along with each request.
    if (refersTo === 'organization' || name === 'owner') return value;
    if (Array.isArray(value)) {
      const left = value.filter((each) =>
        refersTo
          ? !isPlanned(refersTo, each)
          : !(items ?? []).some((item) => item.refers && isPlanned(item.refers.kind, (each as Values)[item.name])),
      );
      return left.length < value.length ? left : value;
    }
    return refersTo && type === 'string' && isPlanned(refersTo, value) ? '' : value;
  }
}
