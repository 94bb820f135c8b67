import { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, integer, list, moment, text } from '../field.ts';

const readiness = ['True', 'False', 'Unknown'] as const;

const resource = z.object({
  file: text('File', { about: 'File that declares it.', max: 1000 }),
  line: integer('Line', { about: 'Line where it begins, or where the mistake is.' }),
  kind: text('Kind', { about: 'Kind of the resource; empty where the file cannot be understood.' }),
  namespace: text('Namespace', { about: 'Namespace of the resource.', max: 63 }),
  name: text('Name', { about: 'metadata.name of the resource.', max: 253 }),
  object: text('Object', { about: 'Name of the object that it declares.' }),
  ready: choice('Ready', readiness, { about: 'Whether the object is as declared.', initial: 'Unknown' }),
  reason: text('Reason', { about: 'Why, in a word.' }),
  message: text('Message', { about: 'Why, in a sentence.', max: 2000 }),
  drift: integer('Drift', { about: 'How many fields are not as declared.' }),
});

export type ReportedResource = z.infer<typeof resource>;

/** The state of the custom resources in a folder, as their operator reported it last. */
export const manifestReport = defineKind({
  kind: 'ManifestReport',
  about: 'How the custom resources in a folder fare, as the operator that reconciles the folder told last.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    cluster: text('Cluster', { about: 'Id of the folder, as in the origins of its objects.', max: 253 }),
    reportedTime: moment('Reported', { about: 'When the operator was heard of last.' }),
    resources: list('Resources', resource, { about: 'What is declared, and what is wrong with it.', max: 5000 }),
  },
});

export type ManifestReport = z.infer<typeof manifestReport.schema>;
