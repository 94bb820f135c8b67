import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../words/use-translation.ts';
import { Choice } from './Choice.tsx';

const pixels = { phone: 390, wide: 900 } as const;
const themes = ['light', 'dark'] as const;
const widths = ['phone', 'wide'] as const;

const isDarkNow = () => document.documentElement.classList.contains('pf-v6-theme-dark');

/** How a previewed page is drawn: theme and width in pixels, with their choices. */
export function useLook(): { theme: 'light' | 'dark'; width: number; choices: ReactNode } {
  const { t } = useTranslation('editor');
  const [theme, setTheme] = useState<(typeof themes)[number]>(isDarkNow() ? 'dark' : 'light');
  const [width, setWidth] = useState<(typeof widths)[number]>('phone');
  const choices = (
    <>
      <Choice label={t('preview.theme')} choices={themes} chosen={theme} word="preview" onChoose={setTheme} />
      <Choice label={t('preview.width')} choices={widths} chosen={width} word="preview" onChoose={setWidth} />
    </>
  );
  return { theme, width: pixels[width], choices };
}
