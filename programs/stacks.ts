import { envFile } from './env/env-file.ts';
import { forNode } from './env/quotes.ts';
import type { Stack } from './stack.ts';

export type { ProgramValues, Stack } from './stack.ts';

/** Programs that sign a person in, each in the folder of its name. They read their values from the environment. */
export const stacks: readonly Stack[] = [
  {
    name: 'express',
    title: 'Express',
    kind: 'web',
    origin: 'http://localhost:3000',
    redirectUri: 'http://localhost:3000/callback',
    files: ['server.js', 'package.json'],
    envFile: '.env',
    env: envFile(forNode),
    commands: ['npm install', 'npm start'],
  },
];
