import type { Palette } from './drawing.ts'

/** Palettes of pictures by light, time of day and season. */
export const palettes = {
  dawn: { sky: ['#4b6b9a', '#e9b08a', '#f9dfbd'], light: '#ffdc96', mid: '#87779f', dark: '#252a48', accent: '#d8502f' },
  noon: { sky: ['#5fb0dc', '#b5dcee', '#f4f1df'], light: '#f6d878', mid: '#6aa56a', dark: '#24503f', accent: '#d5432c' },
  dusk: { sky: ['#1c2350', '#87407a', '#f08a5d'], light: '#ffc46b', mid: '#6c4a86', dark: '#171637', accent: '#ff5f57' },
  night: { sky: ['#0c1030', '#1f2a5c', '#4a4a8f'], light: '#ffd98c', mid: '#4557a0', dark: '#080a1e', accent: '#f2495c' },
  glacier: { sky: ['#8fb9d6', '#d4e6ee', '#f7f6f0'], light: '#fff1cf', mid: '#6d93ad', dark: '#1e3a52', accent: '#e0562b' },
  autumn: { sky: ['#c9764a', '#ecb877', '#f8e3bb'], light: '#ffd27a', mid: '#a5623a', dark: '#4a2618', accent: '#b8321f' },
  moss: { sky: ['#7f9f86', '#c9d6b4', '#f0ecd4'], light: '#f2dc96', mid: '#6d8a56', dark: '#24382a', accent: '#c8592c' },
  rose: { sky: ['#e7a6a8', '#f5cfc6', '#fbeae0'], light: '#fbdcc4', mid: '#c4788a', dark: '#4f2238', accent: '#b4264e' },
  plum: { sky: ['#3d1a44', '#7a3560', '#c9718a'], light: '#f4b8a0', mid: '#8a4a78', dark: '#240d2a', accent: '#e0405e' },
  lagoon: { sky: ['#0f6f86', '#4ab5b0', '#c6ead6'], light: '#fff0b8', mid: '#2f9a96', dark: '#083c4c', accent: '#ff7a4a' },
  sand: { sky: ['#d9b98c', '#ecd8b4', '#faf1de'], light: '#fff4d8', mid: '#c29a6a', dark: '#57402a', accent: '#c6492c' },
  ink: { sky: ['#e8e2d5', '#f1ece1', '#faf7f0'], light: '#f4e7c8', mid: '#8a8f96', dark: '#22252b', accent: '#c9302a' },
  steel: { sky: ['#5a6b7c', '#a3b2bd', '#dfe5e6'], light: '#f4e6c2', mid: '#76889a', dark: '#1e2833', accent: '#d3382e' },
  electric: { sky: ['#10123a', '#2a1d78', '#6a2fb8'], light: '#6df0ff', mid: '#4a52e0', dark: '#080824', accent: '#ff3fa4' },
  lime: { sky: ['#c8e05a', '#e2ee94', '#f6f8d8'], light: '#fffbd0', mid: '#6fae3a', dark: '#1f3a1a', accent: '#ff5f2e' },
  candy: { sky: ['#62c8ec', '#a9e4f2', '#fdf2c8'], light: '#ffe06a', mid: '#7ac860', dark: '#23407a', accent: '#ff5a6a' },
  sun: { sky: ['#ffb52e', '#ffd46a', '#fff0c0'], light: '#fff6d0', mid: '#ef7f3a', dark: '#6a2a14', accent: '#d8322f' },
  wood: { sky: ['#8a5f40', '#a67a54', '#6f4a30'], light: '#f7e2b8', mid: '#8f6a44', dark: '#3a2416', accent: '#b5432e' },
  linen: { sky: ['#d9cfbf', '#e6ded0', '#cbbfab'], light: '#f6ecd6', mid: '#9fae8c', dark: '#4a4436', accent: '#5f7f5a' },
  slate: { sky: ['#3a4148', '#4a535b', '#2c3238'], light: '#f2dca8', mid: '#7f8f96', dark: '#16191c', accent: '#e07a3a' },
  red: { sky: ['#7a0f1a', '#b81f2a', '#e8503a'], light: '#ffc46b', mid: '#a01f2f', dark: '#2c0508', accent: '#ffd23a' },
} as const satisfies Record<string, Palette>
export type PaletteName = keyof typeof palettes
