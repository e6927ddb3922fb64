// Starts the app.
import { mount } from "svelte";
import App from "./App.svelte";
import "./look/tokens.css";
import "./look/base.css";
import "./look/pieces.css";
import "./look/sets.css";

mount(App, { target: document.getElementById("app")! });
