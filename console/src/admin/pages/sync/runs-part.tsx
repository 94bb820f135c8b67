import type { SourceKind } from '@doorwright/crds/options/sync.ts';
import type { KindPart } from '../../editor/kind-editor.ts';
import { registry } from '../../kinds.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { needWords } from '../../words/catalogues.ts';

/** The tab *Runs* of a directory or a syncer. */
export const runsPart = (name: SourceKind): KindPart =>
  lazyPart(async () => {
    const words = needWords(['sync-runs', 'user']);
    const [{ Runs }] = await Promise.all([import('./Runs.tsx'), words]);
    const { key } = registry.named(name);
    return ({ object }) => <Runs source={{ kind: name, id: `${object.owner}/${object[key]}` }} />;
  });

/** The button that tries the settings of a directory or a syncer, with its outcome. */
export const testPart = (name: SourceKind): KindPart =>
  lazyPart(async () => {
    const words = needWords(['sync-runs', 'user']);
    const [{ TestSource }] = await Promise.all([import('./TestSource.tsx'), words]);
    return () => <TestSource name={name} />;
  });
