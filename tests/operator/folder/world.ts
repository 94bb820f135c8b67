import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { Controller } from '@doorwright/operator/runtime/controller.ts';
import { FolderSource, type FolderSourceOptions } from '@doorwright/operator/runtime/folder/folder-source.ts';
import { createMetrics } from '@doorwright/operator/runtime/observe/metrics.ts';
import { Redactor } from '@doorwright/operator/runtime/observe/redact.ts';
import { eventually, silent } from '../world/cluster-world.ts';
import { type Behaviour, painted, type Widget, widgetReconciler } from '../world/widgets.ts';

/** The manifest of a widget. */
export const widget = (name: string, color: string, more = '') =>
  `apiVersion: tests.doorwright.dev/v1\nkind: Widget\nmetadata:\n  name: ${name}\nspec:\n  color: ${color}\n${more}`;

type Options = Pick<FolderSourceOptions, 'dir' | 'secretsDir'> & Partial<FolderSourceOptions>;

/** The runtime on a folder, with a reconciler of widgets. */
export async function startFolderOperator(options: Options, behave: Behaviour = painted) {
  const { clock = systemClock, log = silent } = options;
  const source = new FolderSource({ ...options, clock, log });
  const controller = new Controller({
    source,
    clock,
    random: Math.random,
    redactor: new Redactor(),
    log,
    metrics: createMetrics(),
  });
  const widgets = widgetReconciler(behave);
  controller.watch([widgets.reconciler]);
  await controller.start();
  const get = (name: string) =>
    controller.kinds.get({ kind: 'Widget', namespace: 'default', name }) as Widget | undefined;
  return {
    source,
    controller,
    widgets,
    get,
    paintedAs: (name: string, color: string, withinMs = 5000) =>
      eventually(() => get(name)?.status?.painted === color, withinMs),
    async stop() {
      await controller.stop();
      await source.close();
    },
  };
}

export type FolderOperator = Awaited<ReturnType<typeof startFolderOperator>>;
