import { config } from 'zod';

// The content security policy forbids `eval`, and zod asks once whether it may. Set this before the model builds its first schema.
config({ jitless: true });
