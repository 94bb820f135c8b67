import { hash } from 'node:crypto';

/** Rows have this digest in place of a client's token or code, and are found by it. */
export const digestOf = (text: string) => hash('sha256', text, 'base64url');

/** The name of an artifact's row. */
export const artifactName = (model: string, id: string) => `${model}:${digestOf(id)}`;
