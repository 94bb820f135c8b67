import type { KindEditor } from '../../editor/kind-editor.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { needWords } from '../../words/catalogues.ts';
import { FoldedPreview } from '../preview/FoldedPreview.tsx';
import { ChannelsControl } from './ChannelsControl.tsx';
import { PriceControl } from './PriceControl.tsx';
import { TestBuyPage } from './TestBuyPage.tsx';

const BuyPreview = lazyPart(async () => {
  const [{ BuyPreview }] = await Promise.all([import('./BuyPreview.tsx'), needWords(['sales'])]);
  return BuyPreview;
});

const Preview = () => (
  <FoldedPreview>
    <BuyPreview />
  </FoldedPreview>
);

export const productEditor: KindEditor = {
  controls: { price: PriceControl, providers: ChannelsControl },
  Above: TestBuyPage,
  parts: { settings: Preview },
  newParts: { settings: Preview },
};
