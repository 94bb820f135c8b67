package main

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"
)

// As Argo CD runs a health script: the object is the global `obj`, few libraries are open, a table is answered.
func argoHealth(object map[string]any, script string) (string, error) {
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	for name, open := range map[string]lua.LGFunction{
		lua.BaseLibName:   lua.OpenBase,
		lua.TabLibName:    lua.OpenTable,
		lua.StringLibName: lua.OpenString,
	} {
		if err := state.CallByParam(lua.P{Fn: state.NewFunction(open), Protect: true}, lua.LString(name)); err != nil {
			return "", err
		}
	}
	state.SetGlobal("obj", valueOf(state, object))
	if err := state.DoString(script); err != nil {
		return "", err
	}
	answer, isTable := state.Get(-1).(*lua.LTable)
	if !isTable {
		return "", fmt.Errorf("the script answered %s and no table", state.Get(-1).Type())
	}
	if answer.RawGetString("message").Type() != lua.LTString {
		return "", fmt.Errorf("the script answered no message")
	}
	return answer.RawGetString("status").String(), nil
}

func valueOf(state *lua.LState, value any) lua.LValue {
	switch typed := value.(type) {
	case map[string]any:
		table := state.CreateTable(0, len(typed))
		for key, member := range typed {
			table.RawSetString(key, valueOf(state, member))
		}
		return table
	case []any:
		table := state.CreateTable(len(typed), 0)
		for _, item := range typed {
			table.Append(valueOf(state, item))
		}
		return table
	case string:
		return lua.LString(typed)
	case bool:
		return lua.LBool(typed)
	case int64:
		return lua.LNumber(typed)
	case float64:
		return lua.LNumber(typed)
	default:
		return lua.LNil
	}
}
