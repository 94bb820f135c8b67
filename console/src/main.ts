import { config } from 'zod';

// A strict policy forbids code made at run time. It must be said before the model makes its first schema.
config({ jitless: true });
await import('./start.tsx');
