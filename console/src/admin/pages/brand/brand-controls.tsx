import type { Row } from '@doorwright/crds';
import { type ComponentType, Suspense } from 'react';
import type { Control, ControlProps } from '../../fields/control.ts';
import { TextControl } from '../../fields/TextControl.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { needWords } from '../../words/catalogues.ts';

type Name = 'ColorControl' | 'CssControl' | 'InheritedChoice' | 'PictureControl';

/** The controls of the tab Branding are one file, which loads with the tab. Until then, a value is a text. */
function late(name: Name): Control {
  const Part = lazyPart<ControlProps<string>>(async () => {
    const [parts] = await Promise.all([import('./brand-parts.ts'), needWords(['problems'])]);
    return parts[name] as ComponentType<ControlProps<string>>;
  });
  return (props: ControlProps<string>) => (
    <Suspense fallback={<TextControl {...props} isDisabled />}>
      <Part {...props} />
    </Suspense>
  );
}

const [color, css, choice, picture] = [
  late('ColorControl'),
  late('CssControl'),
  late('InheritedChoice'),
  late('PictureControl'),
];

export const brandControls: Record<string, Control> = {
  ...{ logo: picture, logoDark: picture, favicon: picture, backgroundImage: picture, sidePanelImage: picture },
  ...{ primaryColor: color, primaryColorDark: color, backgroundColor: color, backgroundColorDark: color },
  ...{ corners: choice, font: choice, sidePanel: choice },
  customCss: css,
};

const isPanel =
  (wanted: string) =>
  ({ sidePanel }: Row) =>
    sidePanel === wanted;

export const brandShownWhen = { sidePanelText: isPanel('text'), sidePanelImage: isPanel('picture') };
