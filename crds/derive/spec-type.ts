import type { z } from 'zod';
import type { Declaration } from '../declare.ts';
import type { ObjectReference, SecretReference } from '../reference.ts';
import type { policyShape } from './policy.ts';
import type { CommonStatus } from './status.ts';

type Declared = { fields: z.ZodRawShape; declared?: Declaration | undefined };
type Of<K extends Declared> = NonNullable<K['declared']>;

type Texts = Readonly<Record<string, string>>;
type References<D> = D extends { references: infer R extends Texts } ? R : Record<never, string>;
type Secrets<D> = D extends { secrets: infer S extends Texts } ? S : Record<never, string>;
type Names<D, Key extends string> = D extends { [K in Key]: readonly (infer N extends string)[] } ? N : never;
type Also<D> = D extends { also: infer A extends z.ZodRawShape } ? A : Record<never, z.ZodType>;

/** The references in a list's entries, such as `providers.name` and `headers.value`, by their member. */
type Within<R, List extends string> = {
  [P in keyof R as P extends `${List}.${infer Member}` ? Member : never]: R[P] & string;
};

type Entry<E, R extends Texts, S extends Texts> = Omit<E, keyof R | keyof S> & {
  [M in keyof R as R[M]]: ObjectReference;
} & { [M in keyof S as S[M]]: SecretReference };

type Mirrored<Value, R extends Texts, S extends Texts> = keyof R | keyof S extends never
  ? Value
  : Value extends (infer E)[]
    ? Entry<E, R, S>[]
    : Value;

type Plain<K extends Declared, D = Of<K>> = {
  [P in keyof K['fields'] & string as P extends keyof References<D> | keyof Secrets<D> | Names<D, 'omits'>
    ? never
    : P]?: Mirrored<z.output<K['fields'][P]>, Within<References<D>, P>, Within<Secrets<D>, P>>;
};

/** A list of names becomes a list of references. */
type Reference<K extends Declared, P> = P extends keyof K['fields']
  ? z.output<K['fields'][P]> extends string[]
    ? ObjectReference[]
    : ObjectReference
  : ObjectReference;

type Referring<K extends Declared, D = Of<K>> = {
  [P in keyof References<D> as P extends `${string}.${string}` ? never : References<D>[P] & string]?: Reference<K, P>;
} & { [P in keyof Secrets<D> as P extends `${string}.${string}` ? never : Secrets<D>[P] & string]?: SecretReference };

type Additional<D> = { [P in keyof Also<D>]?: z.output<Also<D>[P]> };

type Policies = z.output<z.ZodObject<ReturnType<typeof policyShape>>>;

type WithRequired<Spec, N> = Spec & { [P in Extract<keyof Spec, N>]-?: Exclude<Spec[P], undefined> };

/** The type of a custom resource's spec: `SpecOf<typeof application>`. It describes the values of `specSchema`. */
export type SpecOf<K extends Declared> = Policies &
  WithRequired<Plain<K> & Referring<K> & Additional<Of<K>>, Names<Of<K>, 'required'>>;

type Facts<D> = D extends { status: infer S extends z.ZodRawShape } ? z.output<z.ZodObject<S>> : object;

export type StatusOf<K extends Declared> = CommonStatus & Facts<Of<K>>;

export interface ResourceMetadata {
  name: string;
  namespace?: string | undefined;
  labels?: Record<string, string> | undefined;
  annotations?: Record<string, string> | undefined;
}

/** A custom resource of a kind, from the API server or from a manifest in a folder. */
export interface CustomResource<K extends Declared> {
  apiVersion: string;
  kind: string;
  metadata: ResourceMetadata;
  spec: SpecOf<K>;
  status?: StatusOf<K>;
}
