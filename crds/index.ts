export * from './define.ts';
export { kinds } from './models/index.ts';
export { createRegistry, type Registry } from './registry.ts';
