import type { KindEditor } from '../../editor/kind-editor.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FoldedPreview } from '../preview/FoldedPreview.tsx';
import { ChannelsControl } from './ChannelsControl.tsx';
import { PriceControl } from './PriceControl.tsx';
import { TestBuyPage } from './TestBuyPage.tsx';

const BuyPreview = lazyPart(async () => (await import('./BuyPreview.tsx')).BuyPreview);

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
