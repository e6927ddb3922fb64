// Which games have which editors: one for the content that is reconstructed, one for positions.
import type { Component } from "svelte";
import AdlgPosition from "./adlg/PositionEditor.svelte";
import CitiesPosition from "./cities/PositionEditor.svelte";
import LayoutEditor from "./cities/LayoutEditor.svelte";
import type { Content } from "./own";
import type { Place } from "./packing";
import CardEditor from "./towar/CardEditor.svelte";
import TowarPosition from "./towar/PositionEditor.svelte";

export interface Editors {
  // What a game ships for its option is the game's own affair.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Content?: Component<{ given: Content | null; data: any }>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Position: Component<{ given: Place | null; data: any }>;
}

const EDITORS: Record<string, Editors> = {
  cities: { Content: LayoutEditor, Position: CitiesPosition },
  towar: { Content: CardEditor, Position: TowarPosition },
  adlg: { Position: AdlgPosition },
};

export function editorsOf(game: string): Editors | undefined {
  return EDITORS[game];
}
