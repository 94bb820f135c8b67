export * from './define.ts';
export { kinds } from './kinds/index.ts';
export { createRegistry, type Registry } from './registry.ts';
