import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { ConsoleLink } from './ConsoleLink.ts';
import { OwnValues } from './OwnValues.ts';
import './looks.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, { 'doc-before': () => h(OwnValues), 'nav-bar-content-after': () => h(ConsoleLink) }),
} satisfies Theme;
