import { z } from 'zod';
import type { Declaration } from '../declare.ts';

const moment = (about: string) => z.iso.datetime({ offset: true }).describe(about);
const shortText = (about: string) => z.string().max(1024).describe(about);

export const conditionTypes = [
  'Ready',
  'Synced',
  'Held',
  'ReferencesResolved',
  'CredentialsReady',
  'Drifted',
  'Reconciling',
  'Stalled',
] as const;

// Limits and patterns equal those of metav1.Condition in Kubernetes.
const condition = z.object({
  type: z
    .string()
    .max(316)
    .regex(
      /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$/,
    )
    .describe(`Type of the condition: ${conditionTypes.join(', ')}.`),
  status: z.enum(['True', 'False', 'Unknown']).describe('Whether the condition holds.'),
  observedGeneration: z.int().min(0).describe('metadata.generation that the condition was set for.').optional(),
  lastTransitionTime: moment('Time when the status of the condition last changed.'),
  reason: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/)
    .describe('Reason of the status, as one word for programs.'),
  message: z.string().max(32_768).describe('Reason of the status, as a sentence for people.'),
});

const difference = z.object({
  path: shortText('The field that differs.'),
  desired: shortText('The declared value as JSON. `(redacted)` for a secret.').optional(),
  observed: shortText('The current value as JSON. `(redacted)` for a secret.').optional(),
  since: moment('Time when the difference was first seen.').optional(),
  actor: shortText('User who made the difference, if known.').optional(),
});

/** A list of objects that the API server merges by one of their members. */
const keyed = <S extends z.ZodType>(entry: S, key: string, max: number, about: string) =>
  z
    .array(entry)
    .max(max)
    .describe(about)
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] });

const common = {
  observedGeneration: z
    .int()
    .min(-1)
    .describe('metadata.generation that was last reconciled. -1 before the first time.')
    .optional(),
  conditions: keyed(condition, 'type', 16, 'State of the resource.').optional(),
  externalId: shortText('ID of the object in the api, as owner/name.').optional(),
  specHash: z.string().max(128).describe('Digest of the declared fields as they were last applied.').optional(),
  drift: keyed(difference, 'path', 20, 'Fields of the object that differ from this resource, at most 20.').optional(),
  lastSyncedTime: moment('Time when the object was last written.').optional(),
  lastHandledReconcileAt: shortText(
    'Value of the annotation doorwright.dev/reconcile-at that was last handled.',
  ).optional(),
  lastHandledRotateAt: shortText('Value of the annotation doorwright.dev/rotate-at that was last handled.').optional(),
};

export type CommonStatus = z.output<z.ZodObject<typeof common>>;
export type Condition = z.output<typeof condition>;

// Without any status, tools that compare generations would treat a new resource as ready.
export const statusSchema = (declaration: Declaration) =>
  z
    .object({ ...common, ...declaration.status })
    .describe('State of the object. Only the operator writes it.')
    .meta({ 'x-kubernetes-default': { observedGeneration: -1 } });
