import { systemClock } from './clock.ts';
import type { Validate } from './folder-documents.ts';
import { FolderSource } from './folder-source.ts';
import { assemble, layGround, type MachineryOptions } from './machinery.ts';

export interface FolderOperatorOptions extends MachineryOptions {
  /** Of manifests. */
  dir: string;
  /** Where the Secrets are kept that reconciling makes. */
  secretsDir: string;
  validate: Validate;
}

/** The operator without a cluster: nobody to share with, so no lease; nothing to probe, so no port. */
export async function runFolder({ dir, secretsDir, validate, ...options }: FolderOperatorOptions) {
  const ground = layGround();
  const source = new FolderSource({ dir, secretsDir, validate, clock: systemClock, log: ground.log });
  const { controller, stop } = assemble(ground, source, options);
  await controller.start();
  ground.log.info({ dir }, 'Started');
  return {
    /** What to print and to show in the console. */
    rows: () => source.rows(),
    problems: () => source.problems,
    async stop(): Promise<void> {
      await stop();
      await source.close();
    },
  };
}
